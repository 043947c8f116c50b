#include "core/value/key.hpp"

#include <sys/random.h>

#include <atomic>
#include <cstdlib>
#include <mutex>

#include "core/value/utf8.hpp"

namespace keel::core::value {

namespace {

/// Open addressing with linear probing, never more than half full. Filled only under the lock of
/// its owner; read without one. A grown table replaces it and the old one stays, because readers
/// may still be in it: all old ones together are smaller than the last.
struct KeyTable {
  std::size_t mask;
  KeyTable* older;

  std::atomic<const KeyRecord*>* entries() {
    return reinterpret_cast<std::atomic<const KeyRecord*>*>(this + 1);
  }

  const KeyRecord* find(std::string_view text, std::uint32_t hash) {
    for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
      const KeyRecord* key = entries()[at].load(std::memory_order_acquire);
      if (key == nullptr) return nullptr;
      if (key->hash == hash && same_text(key->text(), text)) return key;
    }
  }

  void insert(const KeyRecord* key) {
    std::size_t at = key->hash & mask;
    while (entries()[at].load(std::memory_order_relaxed) != nullptr) at = (at + 1) & mask;
    entries()[at].store(key, std::memory_order_release);
  }
};

/// Where records are carved from. Never freed: keys are valid for ever.
struct KeyChunk {
  KeyChunk* older;
};

class KeyStore {
 public:
  constexpr KeyStore() = default;

  const KeyRecord* find_interned(std::string_view text, std::uint32_t hash) noexcept {
    KeyTable* table = interned_.load(std::memory_order_acquire);
    return table == nullptr ? nullptr : table->find(text, hash);
  }

  const KeyRecord* intern(std::string_view text) noexcept {
    const std::uint32_t hash = hash_key(text);
    if (const KeyRecord* key = find_interned(text, hash)) return key;
    if (text.size() > kMaxKeySize || !utf8::validate(text)) return nullptr;

    const std::lock_guard lock(mutex_);
    if (const KeyRecord* key = find_interned(text, hash)) return key;
    if (interned_count_ < kMaxInternedKeys)
      return add(text, hash, interned_, interned_count_, true);
    if (KeyTable* table = late_.load(std::memory_order_relaxed)) {
      if (const KeyRecord* key = table->find(text, hash)) return key;
    }
    return add(text, hash, late_, late_count_, false);
  }

 private:
  const KeyRecord* add(std::string_view text, std::uint32_t hash, std::atomic<KeyTable*>& table,
                       std::size_t& count, bool interned) noexcept {
    if (!make_room(table, count)) return nullptr;
    const KeyRecord* key = make_record(text, hash, interned);
    if (key == nullptr) return nullptr;
    table.load(std::memory_order_relaxed)->insert(key);
    ++count;
    return key;
  }

  static bool make_room(std::atomic<KeyTable*>& slot, std::size_t count) noexcept {
    KeyTable* old = slot.load(std::memory_order_relaxed);
    const std::size_t capacity = old == nullptr ? 0 : old->mask + 1;
    if ((count + 1) * 2 <= capacity) return true;

    const std::size_t larger = capacity == 0 ? 1024 : capacity * 2;
    auto* table = static_cast<KeyTable*>(
        std::calloc(1, sizeof(KeyTable) + larger * sizeof(std::atomic<const KeyRecord*>)));
    if (table == nullptr) return false;
    table->mask = larger - 1;
    table->older = old;
    for (std::size_t at = 0; at < capacity; ++at) {
      const KeyRecord* key = old->entries()[at].load(std::memory_order_relaxed);
      if (key != nullptr) table->insert(key);
    }
    slot.store(table, std::memory_order_release);
    return true;
  }

  const KeyRecord* make_record(std::string_view text, std::uint32_t hash, bool interned) noexcept {
    void* place = carve((sizeof(KeyRecord) + text.size() + 7) & ~std::size_t{7});
    if (place == nullptr) return nullptr;
    auto* key = static_cast<KeyRecord*>(place);
    key->hash = hash;
    key->size_and_flag = static_cast<std::uint32_t>(text.size()) | (interned ? 0x80000000U : 0);
    if (!text.empty()) std::memcpy(key + 1, text.data(), text.size());
    return key;
  }

  void* carve(std::size_t bytes) noexcept {
    constexpr std::size_t kChunkBytes = 8192;
    if (bytes > static_cast<std::size_t>(chunk_end_ - chunk_at_)) {
      const bool own_chunk = bytes > kChunkBytes / 4;
      const std::size_t room = own_chunk ? bytes : kChunkBytes;
      auto* chunk = static_cast<KeyChunk*>(std::malloc(sizeof(KeyChunk) + room));
      if (chunk == nullptr) return nullptr;
      chunk->older = chunks_;
      chunks_ = chunk;
      if (own_chunk) return chunk + 1;
      chunk_at_ = reinterpret_cast<char*>(chunk + 1);
      chunk_end_ = chunk_at_ + room;
    }
    void* place = chunk_at_;
    chunk_at_ += bytes;
    return place;
  }

  std::atomic<KeyTable*> interned_{nullptr};
  std::atomic<KeyTable*> late_{nullptr};
  std::mutex mutex_;
  std::size_t interned_count_ = 0;
  std::size_t late_count_ = 0;
  KeyChunk* chunks_ = nullptr;
  char* chunk_at_ = nullptr;
  char* chunk_end_ = nullptr;
};

// The one mutable state of the process beside reference counts: values cross kernels, so must
// names. Constant-initialised, since keys are made in static initialisers too; trivially destroyed
// in effect, since nothing is freed.
constinit KeyStore key_store;
constinit std::atomic<std::uint64_t> hash_seed{0};

std::uint64_t make_seed() noexcept {
  std::uint64_t seed = 0;
  if (getrandom(&seed, sizeof seed, GRND_NONBLOCK) != sizeof seed) {
    seed = reinterpret_cast<std::uintptr_t>(&seed) * 0x9E3779B97F4A7C15U;
  }
  seed |= 1;
  std::uint64_t unset = 0;
  if (!hash_seed.compare_exchange_strong(unset, seed, std::memory_order_relaxed)) return unset;
  return seed;
}

__extension__ using Wide = unsigned __int128;

std::uint64_t mix(std::uint64_t a, std::uint64_t b) noexcept {
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

std::uint64_t load(const char* at, std::size_t bytes) noexcept {
  std::uint64_t word = 0;
  std::memcpy(&word, at, bytes);
  return word;
}

}  // namespace

std::uint32_t hash_key(std::string_view text) noexcept {
  std::uint64_t seed = hash_seed.load(std::memory_order_relaxed);
  if (seed == 0) seed = make_seed();

  const char* at = text.data();
  std::size_t left = text.size();
  std::uint64_t state = seed ^ (left * 0xA0761D6478BD642FU);
  while (left > 16) {
    state = mix(load(at, 8) ^ state, load(at + 8, 8) ^ 0xE7037ED1A0B428DBU ^ seed);
    at += 16;
    left -= 16;
  }
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  if (left >= 8) {
    first = load(at, 8);
    second = load(at + left - 8, 8);
  } else if (left >= 4) {
    first = load(at, 4);
    second = load(at + left - 4, 4);
  } else if (left > 0) {
    first = static_cast<unsigned char>(at[0]);
    second = static_cast<std::uint64_t>(static_cast<unsigned char>(at[left / 2])) << 8 |
             static_cast<unsigned char>(at[left - 1]);
  }
  state = mix(first ^ state, second ^ 0x8EBC6AF09C88C6E3U ^ seed);
  return static_cast<std::uint32_t>(state ^ (state >> 32));
}

const KeyRecord* find_interned(std::string_view text, std::uint32_t hash) noexcept {
  return key_store.find_interned(text, hash);
}

const KeyRecord* intern(std::string_view text) noexcept { return key_store.intern(text); }

}  // namespace keel::core::value
