# Writes what the manifest note of a plugin holds: the text of the manifest, with the contracts that the plugin defines as
# its member `contracts`. Run by keel_add_plugin() at build time:
#
#   cmake -DTARGET=... -DMANIFEST=... -DCONTRACTS=a.json|b.json -DOUTPUT=<file>.json -DSOURCE=<file>.c -P KeelPluginNote.cmake
#
# The texts are joined, not parsed and printed: the order of members and the spelling of numbers stay.
cmake_minimum_required(VERSION 3.25)

set(limit 65536)

file(READ "${MANIFEST}" text)
string(STRIP "${text}" text)
if(CONTRACTS)
  set(contracts "")
  string(REPLACE "|" ";" contract_files "${CONTRACTS}")
  foreach(contract_file IN LISTS contract_files)
    file(READ "${contract_file}" contract)
    string(STRIP "${contract}" contract)
    if(NOT contracts STREQUAL "")
      string(APPEND contracts ",")
    endif()
    string(APPEND contracts "${contract}")
  endforeach()
  string(LENGTH "${text}" size)
  math(EXPR size "${size} - 1")
  string(SUBSTRING "${text}" 0 ${size} text)
  string(STRIP "${text}" text)
  string(CONCAT text "${text}" ",\"contracts\":[" "${contracts}" "]}")
endif()

string(LENGTH "${text}" size)
if(size GREATER limit)
  message(FATAL_ERROR
    "The manifest of ${TARGET} has ${size} bytes with its contracts; a note holds at most ${limit}. "
    "Shorten ${MANIFEST}, or move contracts to a plugin of their own.")
endif()

file(WRITE "${OUTPUT}" "${text}")
string(SHA256 hash "${text}")
string(SUBSTRING "${hash}" 0 16 hash)
set(target "${TARGET}")
set(manifest_file "${OUTPUT}")
configure_file("${CMAKE_CURRENT_LIST_DIR}/keel_plugin_note.c.in" "${SOURCE}" @ONLY)
