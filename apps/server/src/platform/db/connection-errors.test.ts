import { expect, test } from 'vitest'
import { isTemporaryError } from './connection-errors.ts'

const withCode = (code: string) => Object.assign(new Error('failed'), { code })

test.each([
  ['the disk of the database is full', withCode('53100')],
  ['its memory is full', withCode('53200')],
  ['it has no connection left', withCode('53300')],
  ['a statement ran into its deadline', withCode('57014')],
  ['a lock was waited for in vain', withCode('55P03')],
  ['it shuts down', withCode('57P01')],
  ['it was killed', withCode('57P02')],
  ['it still starts', withCode('57P03')],
  ['nothing listens', withCode('ECONNREFUSED')],
  ['the connection was reset', withCode('ECONNRESET')],
  ['its name cannot be resolved for now', withCode('EAI_AGAIN')],
  ['there is no way to its network', withCode('ENETUNREACH')],
  ['its machine is down', withCode('EHOSTDOWN')],
  ['the own network is down', withCode('ENETDOWN')],
  ['it cannot read or write its files', withCode('58030')],
  ['one address after the other refuses', new AggregateError([withCode('ECONNREFUSED')])],
  ['the driver lost the connection', new Error('Connection terminated unexpectedly')],
  ['no connection became free in time', new Error('timeout exceeded when trying to connect')],
  ['the disk of stored files is full', withCode('ENOSPC')],
  ['the bucket is busy', Object.assign(new Error('SlowDown'), { $metadata: { httpStatusCode: 503 } })],
  ['the reason is in the cause', new Error('failed', { cause: withCode('53100') })],
])('a call can be tried again later: %s', (_, error) => {
  expect(isTemporaryError(error)).toBe(true)
})

test.each([
  ['a row exists already', withCode('23505')],
  ['a statement is wrong', withCode('42601')],
  ['the bucket knows no such object', Object.assign(new Error('NoSuchKey'), { $metadata: { httpStatusCode: 404 } })],
  ['an error of our own', new TypeError('undefined is not a function')],
  ['no error', '53100'],
])('another try would fail as well: %s', (_, error) => {
  expect(isTemporaryError(error)).toBe(false)
})
