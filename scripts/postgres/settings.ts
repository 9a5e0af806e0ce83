/**
 * Arguments of initdb: text compares by code point, the same on every machine; names are sorted with ICU collations.
 * The C library's own LC_CTYPE matters too: under plain C, pg_trgm of PostgreSQL 18 finds no letter in Cyrillic words.
 */
export function clusterArguments(folder: string, isThrowaway: boolean): string[] {
  return [
    '-D',
    folder,
    '--username=postgres',
    '--auth-local=trust',
    '--auth-host=reject',
    '--encoding=UTF8',
    '--locale=C',
    '--lc-ctype=C.UTF-8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(isThrowaway ? ['--no-sync'] : []),
  ]
}

/** Arguments of the server. `mark` is shown in the titles of all its processes, by which a later launch knows them. */
export function serverArguments(
  place: { cluster: string; socketDir: string; port: number; mark: string },
  isThrowaway: boolean,
): string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: place.socketDir,
    port: place.port,
    cluster_name: place.mark,
    // Two test files run at the same time, each with up to three servers.
    max_connections: isThrowaway ? 150 : 60,
    shared_buffers: '128MB',
    jit: 'off',
    timezone: 'UTC',
    // Statements and row details hold personal data: they go to the caller, never to the log.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_timezone: 'UTC',
    log_line_prefix: '',
    ...(isThrowaway
      ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '256MB' }
      : { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }),
  }
  return ['-D', place.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}
