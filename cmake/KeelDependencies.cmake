# Libraries that Keel stands on. docs/dependencies.md says why each one is here.
#
# Targets: Boost::headers, Boost::json, keel_boost (Boost::headers with the settings that every user of
# Boost here must share), Threads::Threads, CURL::libcurl, OpenSSL::Crypto, OpenSSL::SSL,
# SQLite::SQLite3, PkgConfig::zstd, PkgConfig::libelf, tomlplusplus::tomlplusplus, CLI11::CLI11,
# tl::expected, spdlog::spdlog, Catch2::Catch2 (only with KEEL_TESTS).

set(keel_missing_packages "")

# keel_require(<Debian package> <condition>...): records the package unless the condition holds.
macro(keel_require package)
  if(NOT (${ARGN}))
    list(APPEND keel_missing_packages "${package}")
  endif()
endmacro()

# keel_header_library(<target> <header> <Debian package>): a library that is one directory of headers.
# Looked up by header because its CMake package differs between distributions.
function(keel_header_library target header package)
  string(MAKE_C_IDENTIFIER "KEEL_${package}_INCLUDE_DIR" variable)
  find_path(${variable} "${header}")
  mark_as_advanced(${variable})
  if(NOT ${variable})
    set(keel_missing_packages ${keel_missing_packages} "${package}" PARENT_SCOPE)
  elseif(NOT TARGET ${target})
    add_library(${target} INTERFACE IMPORTED GLOBAL)
    target_include_directories(${target} SYSTEM INTERFACE "${${variable}}")
  endif()
endfunction()

set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

find_package(Boost 1.81 QUIET COMPONENTS json)
keel_require(libboost1.81-dev TARGET Boost::headers)
keel_require(libboost-json1.81-dev TARGET Boost::json)

find_package(spdlog QUIET CONFIG)
keel_require(libspdlog-dev spdlog_FOUND)
find_package(CURL 7.88 QUIET)
keel_require(libcurl4-openssl-dev CURL_FOUND)
find_package(OpenSSL 3.0 QUIET)
keel_require(libssl-dev OPENSSL_FOUND)
find_package(SQLite3 QUIET)
keel_require(libsqlite3-dev SQLite3_FOUND)

find_package(PkgConfig QUIET)
keel_require(pkg-config PKG_CONFIG_FOUND)
if(PKG_CONFIG_FOUND)
  pkg_check_modules(zstd QUIET IMPORTED_TARGET GLOBAL libzstd>=1.5)
  keel_require(libzstd-dev zstd_FOUND)
  pkg_check_modules(libelf QUIET IMPORTED_TARGET GLOBAL libelf)
  keel_require(libelf-dev libelf_FOUND)
endif()

keel_header_library(tl::expected tl/expected.hpp libexpected-dev)
keel_header_library(tomlplusplus::tomlplusplus toml++/toml.h libtomlplusplus-dev)
keel_header_library(CLI11::CLI11 CLI/CLI.hpp libcli11-dev)

if(KEEL_TESTS)
  find_package(Catch2 QUIET CONFIG)
  keel_require(catch2 Catch2_FOUND)
endif()

if(keel_missing_packages)
  list(JOIN keel_missing_packages " " keel_missing_packages)
  message(FATAL_ERROR
    "Missing libraries. Run tools/bootstrap, or install these packages (Debian 12 names):\n"
    "  apt-get install ${keel_missing_packages}")
endif()

# One definition rule: Boost.DLL is std::filesystem everywhere or nowhere, and so on.
add_library(keel_boost INTERFACE)
target_link_libraries(keel_boost INTERFACE Boost::headers Threads::Threads)
target_compile_definitions(keel_boost INTERFACE
  BOOST_DLL_USE_STD_FS
  BOOST_ASIO_NO_DEPRECATED
  BOOST_ASIO_DISABLE_BOOST_COROUTINE)
