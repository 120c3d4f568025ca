import { runServer } from '../apps/server/src/run-server.ts'
import { dropIncompleteDemoWorld, ensureDemoWorld } from './demo-world.ts'

// The process that `npm run dev` watches: the server, with the demo world in an empty database.
await runServer({ beforeBuilding: dropIncompleteDemoWorld, beforeListening: ensureDemoWorld })
