# keel_add_test(<name> SOURCES <file>... [LIBS <target>...] [LABELS <label>...] [TIMEOUT <seconds>])
#
# One Catch2 binary, one ctest test of the same name. The test may use the macros KEEL_SOURCE_DIR,
# KEEL_BINARY_DIR (top of the source and build trees), KEEL_BIN_DIR and KEEL_PLUGIN_DIR (where programs
# and plugins of this build are). Programs and plugins that it uses must be named with
# add_dependencies(<name> ...): the sanitizer builds make only the target keel_tests_<label> of the
# labels that they run.
function(keel_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TIMEOUT" "SOURCES;LIBS;LABELS")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_SOURCES)
    message(FATAL_ERROR "keel_add_test(${name}): expected SOURCES <file>... [LIBS] [LABELS] "
      "[TIMEOUT]; not understood: \"${arg_UNPARSED_ARGUMENTS}\"")
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()

  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LIBS} keel_catch_main)
  target_compile_definitions(${name} PRIVATE
    "KEEL_SOURCE_DIR=\"${PROJECT_SOURCE_DIR}\""
    "KEEL_BINARY_DIR=\"${PROJECT_BINARY_DIR}\""
    "KEEL_BIN_DIR=\"${CMAKE_RUNTIME_OUTPUT_DIRECTORY}\""
    "KEEL_PLUGIN_DIR=\"${KEEL_PLUGIN_OUTPUT_DIRECTORY}\"")
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests/bin")

  foreach(label IN LISTS arg_LABELS)
    if(NOT TARGET keel_tests_${label})
      add_custom_target(keel_tests_${label})
    endif()
    add_dependencies(keel_tests_${label} ${name})
  endforeach()

  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES
    TIMEOUT ${arg_TIMEOUT}
    LABELS "${arg_LABELS}"
    ENVIRONMENT "${KEEL_TEST_ENVIRONMENT}")
endfunction()

# What `tools/test --sanitize` and `--tsan` build.
add_custom_target(keel_tests_kernel)
add_custom_target(keel_tests_sdk)

set(KEEL_TEST_ENVIRONMENT "")
if(KEEL_SANITIZE MATCHES "address")
  list(APPEND KEEL_TEST_ENVIRONMENT
    "ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1"
    "UBSAN_OPTIONS=print_stacktrace=1")
elseif(KEEL_SANITIZE STREQUAL "thread")
  list(APPEND KEEL_TEST_ENVIRONMENT "TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1")
endif()
