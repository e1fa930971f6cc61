import { spawn } from 'node:child_process'

/** Waits for the end of its input, which comes with the end of the process that holds the other side, however it ended. */
const KILL_RUNTIME_AFTERWARDS = 'runtimes=$(pgrep -x -P "$0" workerd); read -r _; kill -9 $runtimes'

/**
 * Ends workerd when this process ends. Miniflare does so on exit and on signals, but nothing of it runs after SIGKILL:
 * without this, workerd would live on and keep the port. Windows has no such shell and does without.
 */
export function endRuntimeWithThisProcess(): void {
  if (process.platform === 'win32') return
  const watcher = spawn('sh', ['-c', KILL_RUNTIME_AFTERWARDS, String(process.pid)], {
    // Not of this group: whoever kills the group must not kill the watcher with it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watcher.on('error', () => undefined)
  watcher.unref()
}
