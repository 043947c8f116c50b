// Owns what libelf calls an Elf.
#pragma once

#include <libelf.h>

#include <memory>

namespace keel::core {

struct ElfEnd {
  void operator()(Elf* elf) const { elf_end(elf); }
};

using ElfHandle = std::unique_ptr<Elf, ElfEnd>;

}  // namespace keel::core
