// SPDX-License-Identifier: MIT
#pragma once

namespace keel::detail {

class OwnedList;

/// Something on the heap that an OwnedList gives up at the latest when the list goes. Destroying it
/// takes it off the list.
class Owned {
 public:
  Owned() = default;
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  virtual ~Owned() { unlink(); }

  bool listed() const { return next_ != nullptr; }
  void unlink() {
    if (next_ == nullptr) return;
    previous_->next_ = next_;
    next_->previous_ = previous_;
    next_ = nullptr;
    previous_ = nullptr;
  }

 private:
  friend class OwnedList;

  /// The list gives it up: it is off the list already.
  virtual void dispose() { delete this; }

  Owned* previous_ = nullptr;
  Owned* next_ = nullptr;
};

/// An intrusive list that owns its members. One thread at a time.
class OwnedList {
 public:
  OwnedList() {
    head_.next_ = &head_;
    head_.previous_ = &head_;
  }
  OwnedList(const OwnedList&) = delete;
  OwnedList& operator=(const OwnedList&) = delete;
  ~OwnedList() {
    clear();
    head_.next_ = nullptr;
  }

  void add(Owned* item) {
    item->previous_ = head_.previous_;
    item->next_ = &head_;
    head_.previous_->next_ = item;
    head_.previous_ = item;
  }

  /// Gives the members up, latest first; a member may add others meanwhile.
  void clear() {
    while (head_.previous_ != &head_) {
      Owned* last = head_.previous_;
      last->unlink();
      last->dispose();
    }
  }

  /// Gives up the members for which `unwanted` says so. Neither may change the list otherwise.
  template <typename Unwanted>
  void sweep(Unwanted unwanted) {
    for (Owned* item = head_.next_; item != &head_;) {
      Owned* next = item->next_;
      if (unwanted(*item)) {
        item->unlink();
        item->dispose();
      }
      item = next;
    }
  }

 private:
  class Head : public Owned {};

  Head head_;
};

}  // namespace keel::detail
