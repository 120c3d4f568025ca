import { backupCommands } from '../apps/server/src/backup.ts'
import { adminCommands, adminUsage, runWithApp } from '../apps/server/src/admin.ts'

const print = (line: string) => void process.stdout.write(`${line}\n`)
const [name = '', ...words] = process.argv.slice(2)
const argument = words.join(' ')

const backupCommand = Object.hasOwn(backupCommands, name) ? backupCommands[name] : undefined
if (backupCommand) process.exit(await backupCommand(argument, print))

const command = Object.hasOwn(adminCommands, name) ? adminCommands[name] : undefined
if (!command) {
  print(adminUsage)
  process.exit(1)
}
process.exit(await runWithApp((app) => command(app, argument, print)))
