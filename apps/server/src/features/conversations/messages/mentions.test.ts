import { expect, test } from 'vitest'
import { matchMentions } from './mentions.ts'

const candidates = [
  { id: 'ana', name: 'Ana Lee', first_name: 'Ana' },
  { id: 'anabel', name: 'Anabel Cruz', first_name: 'Anabel' },
  { id: 'zoe', name: 'Zoë Ōta', first_name: 'Zoë' },
  { id: 'ana-b', name: 'Ana Bell', first_name: 'Ana' },
  { id: 'taro', name: '山田太郎', first_name: '山田太郎' },
  { id: 'yamada', name: '山田', first_name: '山田' },
  { id: 'ahmad', name: 'أحمد الزهراني', first_name: 'أحمد' },
]

test.each([
  ['@Ana please look', ['ana', 'ana-b']],
  ['thanks, @ana lee!', ['ana']],
  ['@Anabel and @Zoë', ['anabel', 'zoe']],
  ['@ANABEL', ['anabel']],
  ['Ana, look', []],
  ['write to sam@ana.example', []],
  ['@Analogue', []],
  ['@Zoe\u0308, look', ['zoe']],
  ['よろしく@山田太郎さん、見てください', ['taro']],
  ['@山田様', ['yamada']],
  ['شكرا @أحمد، رائع', ['ahmad']],
  ['@أحمدي', []],
])('%s mentions %j', (text, expected) => {
  expect(matchMentions(text, candidates)).toEqual(expected)
})
