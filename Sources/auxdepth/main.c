/// The program's start. The arguments come from here as bytes: Swift would read them from /proc, which may be missing.
int auxdepth_main(int count, char **words);

int main(int count, char **words) { return auxdepth_main(count, words); }
