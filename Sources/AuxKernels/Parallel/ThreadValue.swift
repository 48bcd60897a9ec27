#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// An object that each thread has another one of; nil where it was not set, and where the system has no room for it.
struct ThreadValue<Value: AnyObject>: Sendable {
  private let key: pthread_key_t?

  init() {
    var key = pthread_key_t()
    let result = unsafe pthread_key_create(&key) { place in
      #if canImport(Glibc)
        guard let place = unsafe place else { return }
      #endif
      unsafe Unmanaged<AnyObject>.fromOpaque(place).release()
    }
    self.key = result == 0 ? key : nil
  }

  var value: Value? {
    get {
      guard let key, let place = unsafe pthread_getspecific(key) else { return nil }
      return unsafe Unmanaged<Value>.fromOpaque(place).takeUnretainedValue()
    }
    nonmutating set {
      guard let key else { return }
      let former = unsafe pthread_getspecific(key)
      unsafe pthread_setspecific(
        key, newValue.map { unsafe UnsafeRawPointer(Unmanaged.passRetained($0).toOpaque()) })
      if let former = unsafe former { unsafe Unmanaged<Value>.fromOpaque(former).release() }
    }
  }
}
