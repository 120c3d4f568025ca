import { runServer } from './run-server.ts'

// The server as a program of its own, without the demo world.
await runServer()
