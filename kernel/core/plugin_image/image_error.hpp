// What can be wrong with a plugin file, and the error that every function of this folder returns.
#pragma once

#include <string>
#include <string_view>

namespace keel::core {

/// Why a plugin file was refused. The closed list of this folder; the text beside it is for people.
enum class ImageErrc {
  open_failed,         ///< The file cannot be opened.
  not_regular_file,    ///< The path names a directory, a pipe, a device.
  file_too_large,      ///< Above FileContent::kMaxSize.
  read_failed,         ///< The read failed or the file changed while it was read; worth a retry.
  pin_malformed,       ///< The expected hash is not 64 hexadecimal digits.
  pin_mismatch,        ///< The content has another hash than the one that was asked for.
  not_elf,             ///< No ELF magic.
  wrong_class,         ///< Not ELF64.
  wrong_byte_order,    ///< Not little endian.
  wrong_type,          ///< Not a shared library.
  wrong_machine,       ///< Built for another CPU or operating system.
  truncated,           ///< The file ends before something that it promises.
  malformed,           ///< A field contradicts another field or the format.
  note_missing,        ///< No manifest note.
  note_duplicate,      ///< More than one manifest note.
  note_empty,          ///< A manifest note without a manifest.
  note_too_large,      ///< A manifest above kMaxManifestSize.
  entry_missing,       ///< No function keel_plugin_entry.
  refused,             ///< Loadable, but a finding of severity `refuse` stands against it.
  cache_failed,        ///< The image cache cannot be used or written.
  cache_corrupt,       ///< The cached image is not what its name says, and cannot be replaced.
  load_failed,         ///< The dynamic linker refused the image.
  mapped_other_build,  ///< The mapping in memory is another build than the image on disk.
};

/// The name of a code as it appears in records, for example "note_missing".
std::string_view image_errc_name(ImageErrc code);

/// A refusal. `message` is complete for a reader who sees nothing else: file, place, expected,
/// found, remedy.
struct ImageError {
  ImageErrc code;
  std::string message;
};

/// The parts of a message. Borrowed for the call only.
struct ImageFault {
  std::string_view file;      ///< As the user named it.
  std::string_view place;     ///< Where in the file, or the step that failed.
  std::string_view expected;  ///< Continues "expected ...".
  std::string_view found;     ///< Continues "found ...".
  std::string_view remedy;    ///< A sentence: what to do about it.
};

/// Builds "plugin file '<file>': <place>: expected <expected>, found <found>. <remedy>".
ImageError make_image_error(ImageErrc code, const ImageFault& fault);

}  // namespace keel::core
