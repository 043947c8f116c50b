#include "core/plugin_image/image_error.hpp"

namespace keel::core {

std::string_view image_errc_name(ImageErrc code) {
  switch (code) {
    case ImageErrc::open_failed:
      return "open_failed";
    case ImageErrc::not_regular_file:
      return "not_regular_file";
    case ImageErrc::file_too_large:
      return "file_too_large";
    case ImageErrc::read_failed:
      return "read_failed";
    case ImageErrc::pin_malformed:
      return "pin_malformed";
    case ImageErrc::pin_mismatch:
      return "pin_mismatch";
    case ImageErrc::not_elf:
      return "not_elf";
    case ImageErrc::wrong_class:
      return "wrong_class";
    case ImageErrc::wrong_byte_order:
      return "wrong_byte_order";
    case ImageErrc::wrong_type:
      return "wrong_type";
    case ImageErrc::wrong_machine:
      return "wrong_machine";
    case ImageErrc::truncated:
      return "truncated";
    case ImageErrc::malformed:
      return "malformed";
    case ImageErrc::note_missing:
      return "note_missing";
    case ImageErrc::note_duplicate:
      return "note_duplicate";
    case ImageErrc::note_empty:
      return "note_empty";
    case ImageErrc::note_too_large:
      return "note_too_large";
    case ImageErrc::entry_missing:
      return "entry_missing";
    case ImageErrc::refused:
      return "refused";
    case ImageErrc::cache_failed:
      return "cache_failed";
    case ImageErrc::cache_corrupt:
      return "cache_corrupt";
    case ImageErrc::load_failed:
      return "load_failed";
    case ImageErrc::mapped_other_build:
      return "mapped_other_build";
  }
  return "unknown";
}

ImageError make_image_error(ImageErrc code, const ImageFault& fault) {
  std::string message = "plugin file '";
  message += fault.file;
  message += "': ";
  message += fault.place;
  message += ": expected ";
  message += fault.expected;
  message += ", found ";
  message += fault.found;
  message += ". ";
  message += fault.remedy;
  return {code, std::move(message)};
}

}  // namespace keel::core
