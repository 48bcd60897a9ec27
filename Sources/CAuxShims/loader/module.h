// Shared objects of ours that are loaded when they are first needed, each with a library of C++; not for Swift.

#ifndef AUX_LOADER_MODULE_H
#define AUX_LOADER_MODULE_H

/// Opens the module of that file name, which is beside the program, in `../lib/auxdepth` seen from there, or where the
/// system has its libraries; NULL, with dlerror(), where it does not load.
void *aux_open_module(const char *name);

#endif
