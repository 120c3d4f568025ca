import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkPassword } from '../packages/core/src/accounts/passwords/password.ts'

/*
 * Writes the leaked passwords that the server refuses in addition to the common words, from two published lists. Their
 * licences are in leaked-passwords.license.txt, in the folder of the result:
 *
 *   npm pack @zxcvbn-ts/language-common@4.1.3        → package/src/passwords.json
 *   pip download --no-deps django==5.2.17            → django/contrib/auth/common-passwords.txt.gz, unpacked
 *   node tools/leaked-passwords.ts passwords.json common-passwords.txt
 */

const folder = join(import.meta.dirname, '../apps/server/src/features/accounts/passwords')
const linesOf = (path: string) => readFileSync(path, 'utf8').split('\n').filter(Boolean)

const [zxcvbnPath, djangoPath] = process.argv.slice(2)
if (zxcvbnPath === undefined || djangoPath === undefined)
  throw new Error('usage: node tools/leaked-passwords.ts passwords.json common-passwords.txt')
// A JSON array of strings, as its package describes it.
const zxcvbn = JSON.parse(readFileSync(zxcvbnPath, 'utf8')) as readonly string[]
const words = new Set(linesOf(join(folder, 'common-passwords.txt')))
const nobody = { email: null, name: '' }
const leaked = new Set([...zxcvbn, ...linesOf(djangoPath)].map((password) => password.normalize('NFKC').toLowerCase()))
// What the rule refuses without them, because it is short, a run or a word with digits around it, is left out.
const needed = [...leaked].filter((password) => checkPassword(password, nobody, words).ok)
// In the order of code units, which is the same on every machine.
const sorted = needed.toSorted((a, b) => (a < b ? -1 : 1))
writeFileSync(join(folder, 'leaked-passwords.txt'), `${sorted.join('\n')}\n`)
process.stdout.write(`${sorted.length} passwords\n`)
