# Compiler settings of every target of this tree: language levels, warnings, visibility, sanitizers.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(KEEL_PLUGIN_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib/keel/plugins")

foreach(language C CXX)
  if(NOT DEFINED CMAKE_${language}_COMPILER_LAUNCHER)
    find_program(KEEL_CCACHE ccache)
    mark_as_advanced(KEEL_CCACHE)
    if(KEEL_CCACHE)
      set(CMAKE_${language}_COMPILER_LAUNCHER "${KEEL_CCACHE}")
    endif()
  endif()
endforeach()

add_library(keel_warnings INTERFACE)
target_compile_options(keel_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow
  $<$<BOOL:${KEEL_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 reports overlapping copies inside std::string that cannot happen (GCC bug 105651).
  if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(keel_warnings INTERFACE -Wno-restrict)
  endif()
  # The instrumentation hides initialisations from GCC; builds without it keep these warnings.
  if(KEEL_SANITIZE)
    target_compile_options(keel_warnings INTERFACE -Wno-maybe-uninitialized)
  endif()
endif()
# Directory-wide, so that no target of this tree is built without them.
link_libraries(keel_warnings)

# A GNU unique symbol pins its library for the life of the process: a plugin could not be unmapped.
add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-gnu-unique>)
# GCC 12 merges the two words of a keel_value argument into one vector load, which stalls on the stores before it: reading
# a member took twice as long.
add_compile_options($<$<AND:$<CONFIG:Release>,$<COMPILE_LANG_AND_ID:CXX,GNU>>:-fno-tree-slp-vectorize>)

if(NOT KEEL_SANITIZE STREQUAL "" AND NOT KEEL_SANITIZE STREQUAL "address,undefined"
   AND NOT KEEL_SANITIZE STREQUAL "thread")
  message(FATAL_ERROR
    "KEEL_SANITIZE is \"${KEEL_SANITIZE}\"; expected nothing, \"address,undefined\" or \"thread\"")
endif()
if(KEEL_SANITIZE)
  add_compile_options("-fsanitize=${KEEL_SANITIZE}" -fno-omit-frame-pointer)
  add_link_options("-fsanitize=${KEEL_SANITIZE}")
  if(KEEL_SANITIZE MATCHES "undefined")
    add_compile_options(-fno-sanitize-recover=all)
  endif()
  if(KEEL_SANITIZE STREQUAL "thread" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Asio uses atomic_thread_fence, which GCC's thread sanitizer does not model; it warns each time.
    target_compile_options(keel_warnings INTERFACE -Wno-tsan)
  endif()
endif()

if(KEEL_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "KEEL_FUZZ needs clang; this is ${CMAKE_CXX_COMPILER_ID}. "
      "Use `cmake --preset fuzz`, or -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
  # Linked by the fuzzers themselves: brings libFuzzer's main.
  add_library(keel_fuzzer INTERFACE)
  target_link_options(keel_fuzzer INTERFACE -fsanitize=fuzzer)
endif()
