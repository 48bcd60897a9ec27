/// The locks of the whole process, which a child of `fork` never finds held. CAuxShims.h includes this file.

#ifndef AUX_LOCKS_H
#define AUX_LOCKS_H

#ifdef __cplusplus
extern "C" {
#endif

/// In the order in which they may be taken, one while another is held.
enum {
  /// The processes that decode.
  AUX_LOCK_BOX = 0,
  /// Exiv2, which is global as a whole.
  AUX_LOCK_XMP = 1,
  /// Loading of libraries, and what they do once when they are first used.
  AUX_LOCK_LOADING = 2,
  AUX_LOCK_COUNT = 3
};

/// Takes a lock, for work that ends by itself: it calls no callback of a caller and waits for no other thread.
///
/// A child of `fork` has all of them free.
void aux_lock(int lock);
void aux_unlock(int lock);

#ifdef __cplusplus
}
#endif

#endif
