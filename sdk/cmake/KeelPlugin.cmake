# keel_add_plugin(<target>
#   SOURCES <file>...               C, C++ or both
#   MANIFEST <plugin.json>
#   [CONTRACTS <contract.json>...]  contracts that the plugin defines; embedded in its manifest note
#   [LIBS <target>...]              what it links besides the SDK
#   [RUNTIME])                      part of the default deployment: built by keel_runtime, installed
#
# A plugin library: one exported symbol, the manifest in an ELF note, nothing that keeps it from being unmapped. The file
# is <build>/lib/keel/plugins/<family>.<name>.so, after the id in the manifest. C++ sources may use KEEL_PLUGIN_ID and
# KEEL_PLUGIN_VERSION. The manifest is checked at configure time for what can be seen without a host.

set(KEEL_PLUGIN_CMAKE_DIR "${CMAKE_CURRENT_LIST_DIR}")
include("${CMAKE_CURRENT_LIST_DIR}/KeelRustPlugin.cmake")
if(NOT KEEL_RUST_DIR)
  cmake_path(SET KEEL_RUST_DIR NORMALIZE "${CMAKE_CURRENT_LIST_DIR}/../rust")
endif()

function(keel_add_plugin target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "RUNTIME" "MANIFEST" "SOURCES;CONTRACTS;LIBS")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_SOURCES OR NOT arg_MANIFEST)
    message(FATAL_ERROR "keel_add_plugin(${target}): expected SOURCES <file>... MANIFEST <plugin.json> "
      "[CONTRACTS] [LIBS] [RUNTIME]; not understood: \"${arg_UNPARSED_ARGUMENTS}\"")
  endif()
  cmake_path(ABSOLUTE_PATH arg_MANIFEST NORMALIZE)
  _keel_check_manifest("${arg_MANIFEST}" "${arg_CONTRACTS}" plugin_id plugin_version)

  _keel_plugin_library(${target} SOURCES ${arg_SOURCES} LIBS ${arg_LIBS})
  string(REPLACE "/" "." output_name "${plugin_id}")
  set_target_properties(${target} PROPERTIES OUTPUT_NAME "${output_name}")
  target_compile_definitions(${target} PRIVATE
    "KEEL_PLUGIN_ID=\"${plugin_id}\"" "KEEL_PLUGIN_VERSION=\"${plugin_version}\"")
  _keel_plugin_note(${target} MANIFEST "${arg_MANIFEST}" CONTRACTS ${arg_CONTRACTS})

  set(in_keel_tree FALSE)
  if(COMMAND keel_runtime_target)
    set(in_keel_tree TRUE)
    if(arg_RUNTIME)
      keel_runtime_target(${target})
    endif()
  endif()
  if(arg_RUNTIME OR NOT in_keel_tree)
    include(GNUInstallDirs)
    install(TARGETS ${target} LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/keel/plugins")
  endif()
endfunction()

# A module with the flags that every plugin needs, without a manifest.
function(_keel_plugin_library target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBS")
  add_library(${target} MODULE ${arg_SOURCES})

  _keel_plugin_output_directory(output_directory)
  set_target_properties(${target} PROPERTIES
    PREFIX ""
    SUFFIX ".so"
    LIBRARY_OUTPUT_DIRECTORY "${output_directory}"
    POSITION_INDEPENDENT_CODE ON
    C_VISIBILITY_PRESET hidden
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON)

  if(arg_SOURCES MATCHES "\\.(cpp|cc|cxx)(;|$)")
    target_link_libraries(${target} PRIVATE Keel::Sdk)
  else()
    target_link_libraries(${target} PRIVATE Keel::Abi)
  endif()
  target_link_libraries(${target} PRIVATE ${arg_LIBS})

  # A GNU unique symbol pins the library for the life of the process.
  # GCC 12 joins the two words of a keel_value argument into one vector load, which waits for the stores before it.
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-gnu-unique>
    $<$<AND:$<COMPILE_LANG_AND_ID:CXX,GNU>,$<NOT:$<CONFIG:Debug>>>:-fno-tree-slp-vectorize>)
  target_link_options(${target} PRIVATE
    "LINKER:--exclude-libs,ALL"
    "LINKER:--build-id=sha1"
    "LINKER:--version-script=${KEEL_PLUGIN_CMAKE_DIR}/keel_plugin.map")
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS
    "${KEEL_PLUGIN_CMAKE_DIR}/keel_plugin.map")

  # clang links the sanitizers' runtime into programs only, so that a library has undefined symbols by design.
  set(instrumented FALSE)
  if(KEEL_SANITIZE OR KEEL_FUZZ OR "${CMAKE_CXX_FLAGS} ${CMAKE_C_FLAGS}" MATCHES "-fsanitize")
    set(instrumented TRUE)
  endif()
  if(NOT (instrumented AND "${CMAKE_CXX_COMPILER_ID}${CMAKE_C_COMPILER_ID}" MATCHES "Clang"))
    target_link_options(${target} PRIVATE "LINKER:-z,defs")
  endif()
endfunction()

function(_keel_plugin_output_directory variable)
  if(KEEL_PLUGIN_OUTPUT_DIRECTORY)
    set(${variable} "${KEEL_PLUGIN_OUTPUT_DIRECTORY}" PARENT_SCOPE)
  else()
    set(${variable} "${CMAKE_BINARY_DIR}/lib/keel/plugins" PARENT_SCOPE)
  endif()
endfunction()

# Puts the manifest into an ELF note of the library.
function(_keel_plugin_note target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "MANIFEST" "CONTRACTS")
  _keel_plugin_note_json(${target} "${arg_MANIFEST}" "${arg_CONTRACTS}" json_file source_file)
  set_source_files_properties("${source_file}" PROPERTIES
    OBJECT_DEPENDS "${json_file}"
    COMPILE_OPTIONS "-fno-lto")
  target_sources(${target} PRIVATE "${source_file}")
endfunction()

# The command that writes the text of the note, and a source file that puts it into a section.
# _keel_plugin_note_json(<target> <manifest> <contracts> <variable: json file> [<variable: source file>])
function(_keel_plugin_note_json target manifest contract_files json_variable)
  cmake_path(ABSOLUTE_PATH manifest NORMALIZE)
  set(contracts "")
  foreach(contract IN LISTS contract_files)
    cmake_path(ABSOLUTE_PATH contract NORMALIZE)
    list(APPEND contracts "${contract}")
  endforeach()
  string(REPLACE ";" "|" contract_list "${contracts}")

  set(extension "cpp")
  if(CMAKE_C_COMPILER_LOADED)
    set(extension "c")
  endif()
  set(json_file "${CMAKE_CURRENT_BINARY_DIR}/${target}.note.json")
  set(source_file "${CMAKE_CURRENT_BINARY_DIR}/${target}.note.${extension}")
  add_custom_command(
    OUTPUT "${json_file}" "${source_file}"
    COMMAND "${CMAKE_COMMAND}" "-DTARGET=${target}" "-DMANIFEST=${manifest}"
      "-DCONTRACTS=${contract_list}" "-DOUTPUT=${json_file}" "-DSOURCE=${source_file}"
      -P "${KEEL_PLUGIN_CMAKE_DIR}/KeelPluginNote.cmake"
    DEPENDS "${manifest}" ${contracts} "${KEEL_PLUGIN_CMAKE_DIR}/KeelPluginNote.cmake"
      "${KEEL_PLUGIN_CMAKE_DIR}/keel_plugin_note.c.in"
    COMMENT "Manifest note of ${target}"
    VERBATIM)
  set(${json_variable} "${json_file}" PARENT_SCOPE)
  if(ARGC GREATER 4)
    set(${ARGV4} "${source_file}" PARENT_SCOPE)
  endif()
endfunction()

# What a manifest must say, as far as it can be seen before the plugin runs.
function(_keel_check_manifest manifest contracts id_variable version_variable)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${manifest}")
  if(NOT EXISTS "${manifest}")
    message(FATAL_ERROR "${manifest}: no such file; a plugin needs a manifest")
  endif()
  file(READ "${manifest}" json)

  string(JSON type ERROR_VARIABLE error TYPE "${json}")
  if(error)
    message(FATAL_ERROR "${manifest}: not JSON: ${error}")
  elseif(NOT type STREQUAL "OBJECT")
    message(FATAL_ERROR "${manifest}: expected a JSON object, found ${type}")
  endif()

  set(strings id version abi description licence instancing swap unload)
  set(arrays provides requires optional)
  string(JSON count LENGTH "${json}")
  if(count EQUAL 0)
    message(FATAL_ERROR "${manifest}: id, version and abi are missing")
  endif()
  math(EXPR last "${count} - 1")
  foreach(i RANGE ${last})
    string(JSON member MEMBER "${json}" ${i})
    string(JSON type TYPE "${json}" "${member}")
    if(member STREQUAL "contracts")
      message(FATAL_ERROR "${manifest}: name contracts with CONTRACTS of keel_add_plugin(), which "
        "puts their text into the manifest")
    elseif(member IN_LIST strings)
      set(expected STRING)
    elseif(member IN_LIST arrays)
      set(expected ARRAY)
    elseif(member STREQUAL "config")
      set(expected OBJECT)
    elseif(member STREQUAL "front_end")
      set(expected BOOLEAN)
    else()
      message(FATAL_ERROR "${manifest}: unknown member \"${member}\"; known are ${strings}, ${arrays}, "
        "config, front_end")
    endif()
    if(NOT type STREQUAL expected)
      message(FATAL_ERROR "${manifest}: ${member}: expected ${expected}, found ${type}")
    endif()
  endforeach()

  foreach(member id version abi)
    string(JSON ${member} ERROR_VARIABLE error GET "${json}" ${member})
    if(error OR "${${member}}" STREQUAL "")
      message(FATAL_ERROR "${manifest}: ${member} is missing")
    endif()
  endforeach()
  if(NOT id MATCHES "^[a-z0-9][a-z0-9._-]*/[a-z0-9][a-z0-9._-]*$")
    message(FATAL_ERROR "${manifest}: id is \"${id}\"; expected family/name in lower case")
  endif()
  if(NOT version MATCHES "^[0-9]+\\.[0-9]+\\.[0-9]+")
    message(FATAL_ERROR "${manifest}: version is \"${version}\"; expected major.minor.patch")
  endif()
  if(NOT abi STREQUAL "0.1")
    message(FATAL_ERROR "${manifest}: abi is \"${abi}\"; this SDK speaks \"0.1\"")
  endif()

  foreach(contract IN LISTS contracts)
    cmake_path(ABSOLUTE_PATH contract NORMALIZE)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${contract}")
    if(NOT EXISTS "${contract}")
      message(FATAL_ERROR "${contract}: no such file, named as a contract of ${manifest}")
    endif()
    file(READ "${contract}" contract_json)
    foreach(member contract version)
      string(JSON value ERROR_VARIABLE error GET "${contract_json}" ${member})
      if(error)
        message(FATAL_ERROR "${contract}: not a contract: ${error}")
      endif()
    endforeach()
  endforeach()

  set(${id_variable} "${id}" PARENT_SCOPE)
  set(${version_variable} "${version}" PARENT_SCOPE)
endfunction()
