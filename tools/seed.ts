import { openForCommand } from '../apps/server/src/command.ts'
import { remakeDemoWorld } from '../apps/server/seed/ensure-demo-world.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const start = performance.now()
await openForCommand((app) => remakeDemoWorld(app, say))
say(`Made the demo world anew in ${((performance.now() - start) / 1_000).toFixed(1)} s`)
process.exit(0)
