import { adminCommands, adminUsage } from '../apps/server/src/admin.ts'
import { openForCommand } from '../apps/server/src/command.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const [name = '', argument = ''] = process.argv.slice(2)

const command = Object.hasOwn(adminCommands, name) ? adminCommands[name] : undefined
if (!command) {
  say(adminUsage)
  process.exit(1)
}
process.exit(await openForCommand((app) => command(app, argument, say)))
