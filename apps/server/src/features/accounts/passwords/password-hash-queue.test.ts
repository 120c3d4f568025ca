import { expect, test } from 'vitest'
import { maxWaitingHashes, PasswordHashQueue } from './password-hash-queue.ts'

/** Fills a queue with hashes that wait for `release`. */
function fill(queue: PasswordHashQueue, count: number) {
  const started: number[] = []
  const gates = Array.from({ length: count }, () => Promise.withResolvers<void>())
  const results = gates.map((gate, index) =>
    queue.run(async () => {
      started.push(index)
      await gate.promise
      return index
    }),
  )
  return { started, results, release: (index: number) => gates[index]?.resolve() }
}

test('two hashes run at once and the others follow in their order', async () => {
  const { started, results, release } = fill(new PasswordHashQueue(), 5)
  expect(started).toEqual([0, 1])
  release(1)
  await results[1]
  expect(started).toEqual([0, 1, 2])
  for (const index of [0, 2, 3, 4]) release(index)
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3, 4].map((value) => ({ ok: true, value })))
  expect(started).toEqual([0, 1, 2, 3, 4])
})

test('a hash above the limit of those that wait is refused at once, and the queue works again when it is empty', async () => {
  const queue = new PasswordHashQueue()
  const { results, release } = fill(queue, 2 + maxWaitingHashes)
  const refused = await queue.run(async () => 'never')
  expect(refused).toMatchObject({ ok: false, refusal: { code: 'server.busy' } })
  for (const index of results.keys()) release(index)
  await Promise.all(results)
  expect(await queue.run(async () => 'now')).toEqual({ ok: true, value: 'now' })
})

test('a hash that fails gives its place to the next one', async () => {
  const queue = new PasswordHashQueue()
  const failing = Array.from({ length: 3 }, () => queue.run(() => Promise.reject(new Error('no memory'))))
  expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await queue.run(async () => 'now')).toEqual({ ok: true, value: 'now' })
})
