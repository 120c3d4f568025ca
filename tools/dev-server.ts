import { runServer } from '../apps/server/src/run.ts'
import { dropHalfWorld, ensureDemoWorld } from './demo-world.ts'

// What `npm run dev` watches: the server, with the demo world in an empty database.
await runServer({ beforeBuilding: dropHalfWorld, beforeListening: ensureDemoWorld })
