import { expect, test } from 'vitest'
import { matchMentions } from './mentions.ts'

const candidates = [
  { id: 'ana', name: 'Ana Lee', first_name: 'Ana' },
  { id: 'anabel', name: 'Anabel Cruz', first_name: 'Anabel' },
  { id: 'zoe', name: 'Zoë Ōta', first_name: 'Zoë' },
]

test.each([
  ['@Ana please look', ['ana']],
  ['thanks, @ana lee!', ['ana']],
  ['@Anabel and @Zoë', ['anabel', 'zoe']],
  ['@ANABEL', ['anabel']],
  ['Ana, look', []],
  ['write to sam@ana.example', []],
  ['@Analogue', []],
])('%s mentions %j', (text, expected) => {
  expect(matchMentions(text, candidates)).toEqual(expected)
})
