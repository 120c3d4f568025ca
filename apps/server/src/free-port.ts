import { createServer } from 'node:net'

const patience = 2_000

/** Whether a server could listen there. One that is just going down is waited for, but not long. */
export async function isPortFree(host: string, port: number): Promise<boolean> {
  if (port === 0) return true
  const limit = Date.now() + patience
  while (!(await tryPort(host, port))) {
    if (Date.now() > limit) return false
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return true
}

/** Only a port that is taken counts; any other trouble is told by listening itself. */
function tryPort(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}
