// Processes that use the box and have children, signals, threads and limits of their own.

#ifndef SANDBOX_PROBE_HOSTS_H
#define SANDBOX_PROBE_HOSTS_H

/// Plays the host of that name, as a play of hosts.c is called, and returns the status of the program; `echo` decodes something and returns its code.
int play_host(const char *name, int (*echo)(void));

#endif
