// SPDX-License-Identifier: MIT
#include "direct_library.hpp"

#include <dlfcn.h>

#include <stdexcept>

#include "build_tree.hpp"
#include "keel/value.hpp"

namespace keel::bench {

keel_bench_direct load_direct_library(const std::string& name) {
  const std::string path =
      (build_tree::program().parent_path().parent_path() / "lib/keel/bench" / (name + ".so"))
          .string();
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw std::runtime_error(dlerror());
  auto* entry =
      reinterpret_cast<keel_bench_direct_entry*>(dlsym(library, "keel_bench_direct_functions"));
  if (entry == nullptr) throw std::runtime_error(dlerror());
  keel_bench_direct functions{};
  entry(&detail::value_api(), &functions);
  return functions;
}

}  // namespace keel::bench
