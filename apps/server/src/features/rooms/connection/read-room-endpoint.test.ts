import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { iceServersFor, voiceReachOf } from './read-room-endpoint.ts'

const stun = ['stun:stun.example:3478']
const turn = ['turn:turn.example:3478', 'turns:turn.example:5349']

test('the TURN credential is derived from the shared secret, valid for an hour and for one user', () => {
  const [first, second] = iceServersFor({ voice: { stun, turn, turnSecret: 'shared' } }, 'maya', 1_000)
  expect(first).toEqual({ urls: stun })
  const credential = createHmac('sha1', 'shared').update('4600:maya').digest('base64')
  expect(second).toEqual({ urls: turn, username: '4600:maya', credential })
})

test('without a secret no TURN server is listed, and without any server voices stay in one network', () => {
  expect(iceServersFor({ voice: { stun, turn, turnSecret: undefined } }, 'maya', 0)).toEqual([{ urls: stun }])
  expect(iceServersFor({ voice: { stun: [], turn: [], turnSecret: undefined } }, 'maya', 0)).toEqual([])
  for (const voice of [
    { stun, turn: [], turnSecret: undefined },
    { stun: [], turn, turnSecret: 'shared' },
  ]) {
    expect(voiceReachOf({ voice })).toBe('everywhere')
  }
  expect(voiceReachOf({ voice: { stun: [], turn, turnSecret: undefined } })).toBe('network')
})
