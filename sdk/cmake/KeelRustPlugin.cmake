# keel_add_rust_plugin(<target> ROOT <crate root.rs> MANIFEST <plugin.json> [CONTRACTS <contract.json>...] [RUNTIME])
#
# A plugin in Rust, with rustc alone: no cargo, no crates but keel_abi, the bindings of the SDK. The crate root says
# keel_abi::keel_manifest_note!() once. KEEL_PLUGIN_ID and KEEL_PLUGIN_VERSION are in the environment at compile time
# (env!). Needs KEEL_RUSTC; keel_find_rustc() looks for it.

function(keel_find_rustc)
  find_program(KEEL_RUSTC rustc PATHS "$ENV{HOME}/.cargo/bin")
  mark_as_advanced(KEEL_RUSTC)
endfunction()

function(keel_add_rust_plugin target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "RUNTIME" "ROOT;MANIFEST" "CONTRACTS")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_ROOT OR NOT arg_MANIFEST)
    message(FATAL_ERROR "keel_add_rust_plugin(${target}): expected ROOT <file.rs> MANIFEST <plugin.json> "
      "[CONTRACTS] [RUNTIME]; not understood: \"${arg_UNPARSED_ARGUMENTS}\"")
  endif()
  cmake_path(ABSOLUTE_PATH arg_ROOT NORMALIZE)
  cmake_path(ABSOLUTE_PATH arg_MANIFEST NORMALIZE)
  _keel_check_manifest("${arg_MANIFEST}" "${arg_CONTRACTS}" plugin_id plugin_version)
  _keel_plugin_output_directory(output_directory)
  string(REPLACE "/" "." output_name "${plugin_id}")
  set(library "${output_directory}/${output_name}.so")

  # One copy of the bindings per build tree: every plugin links it.
  set(bindings "${CMAKE_BINARY_DIR}/keel_rust/libkeel_abi.rlib")
  if(NOT TARGET keel_rust_bindings)
    file(MAKE_DIRECTORY "${CMAKE_BINARY_DIR}/keel_rust")
    add_custom_command(OUTPUT "${bindings}"
      COMMAND "${KEEL_RUSTC}" --edition 2021 -O --crate-type rlib --crate-name keel_abi
        "${KEEL_RUST_DIR}/keel_abi.rs" -o "${bindings}"
      DEPENDS "${KEEL_RUST_DIR}/keel_abi.rs"
      COMMENT "Rust bindings of the SDK"
      VERBATIM)
    add_custom_target(keel_rust_bindings DEPENDS "${bindings}")
  endif()

  _keel_plugin_note_json(${target} "${arg_MANIFEST}" "${arg_CONTRACTS}" json_file)
  add_custom_command(OUTPUT "${library}"
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${output_directory}"
    COMMAND "${CMAKE_COMMAND}" -E env "KEEL_NOTE_JSON=${json_file}" "KEEL_PLUGIN_ID=${plugin_id}"
      "KEEL_PLUGIN_VERSION=${plugin_version}"
      "${KEEL_RUSTC}" --edition 2021 -O -D warnings --crate-type cdylib --crate-name
      ${target} --extern "keel_abi=${bindings}" -C link-arg=-Wl,--build-id=sha1
      -C link-arg=-Wl,-z,defs -C link-arg=-Wl,--exclude-libs,ALL "${arg_ROOT}" -o "${library}"
    DEPENDS "${arg_ROOT}" "${json_file}" "${bindings}" keel_rust_bindings
    COMMENT "Rust plugin ${plugin_id}"
    VERBATIM)
  add_custom_target(${target} ALL DEPENDS "${library}")

  if(COMMAND keel_runtime_target AND arg_RUNTIME)
    keel_runtime_target(${target})
  endif()
  if(arg_RUNTIME OR NOT COMMAND keel_runtime_target)
    include(GNUInstallDirs)
    install(FILES "${library}" DESTINATION "${CMAKE_INSTALL_LIBDIR}/keel/plugins")
  endif()
endfunction()
