import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const SEARCH_EVERY_MS = 20
/** Its input ends with the process that holds the other side, however that ended. */
const KILL_RUNTIME_AFTERWARDS = 'read -r runtime; read -r _; kill -9 "$runtime"'

const nameOf = (pid: string): string => readFileSync(`/proc/${pid}/comm`, 'utf8').trim()

/** The process id of the workerd that this process has started; undefined while there is none. */
function runtimePid(): string | undefined {
  try {
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean)
    return children.find((pid) => nameOf(pid) === 'workerd')
  } catch {
    // No such file on macOS, where pgrep is part of the system; a bare Debian has no pgrep.
    const { stdout } = spawnSync('pgrep', ['-x', '-P', String(process.pid), 'workerd'], { encoding: 'utf8' })
    return stdout?.split('\n')[0] || undefined
  }
}

/**
 * Ends workerd when this process ends. Miniflare does so on exit and on signals, but nothing of it runs after SIGKILL:
 * without this, workerd would live on and keep the port. Call it before workerd is started: one that is killed while it
 * starts leaves workerd behind too. Windows has no such shell and does without.
 */
export function endRuntimeWithThisProcess(): void {
  if (process.platform === 'win32') return
  const watcher = spawn('sh', ['-c', KILL_RUNTIME_AFTERWARDS], {
    // Not of this group: whoever kills the group must not kill the watcher with it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watcher.on('error', () => undefined)
  watcher.unref()
  const search = setInterval(() => {
    const pid = runtimePid()
    if (pid === undefined) return
    clearInterval(search)
    watcher.stdin.write(`${pid}\n`)
  }, SEARCH_EVERY_MS)
  search.unref()
}
