import { expect, test } from 'vitest'
import { createNoticeQueue, type ShownNotice } from './notice-queue.ts'

function screenOf(queue: ReturnType<typeof createNoticeQueue>) {
  const shown: ShownNotice[] = []
  const hidden: string[] = []
  const detach = queue.attach({ show: (notice) => shown.push(notice), hide: (key) => hidden.push(key) })
  return { titles: () => shown.map((notice) => notice.title), hidden, detach }
}

test('what is added before there is a screen is shown once there is one', () => {
  const queue = createNoticeQueue({ limit: 3 })
  let asked = 0
  queue.onFirst(() => asked++)
  queue.add({ title: 'early' })
  expect(asked).toBe(1)
  expect(screenOf(queue).titles()).toEqual(['early'])
})

test('of five snackbars three are in sight, and the others come as those leave', () => {
  const queue = createNoticeQueue({ limit: 3 })
  const screen = screenOf(queue)
  const keys = ['a', 'b', 'c', 'd', 'e'].map((title) => queue.add({ title }))
  expect(screen.titles()).toEqual(['a', 'b', 'c'])
  queue.gone(keys[1] ?? '')
  expect(screen.titles()).toEqual(['a', 'b', 'c', 'd'])
  queue.gone(keys[0] ?? '')
  expect(screen.titles()).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('the same key again replaces what is shown and takes no second place', () => {
  const queue = createNoticeQueue({ limit: 1 })
  const screen = screenOf(queue)
  queue.add({ key: 'x', title: 'first' })
  queue.add({ key: 'x', title: 'second' })
  queue.add({ title: 'after' })
  expect(screen.titles()).toEqual(['first', 'second'])
  queue.gone('x')
  expect(screen.titles()).toEqual(['first', 'second', 'after'])
})

test('one that still waits can be put away without being shown', () => {
  const queue = createNoticeQueue({ limit: 1 })
  const screen = screenOf(queue)
  const first = queue.add({ title: 'shown' })
  const second = queue.add({ title: 'never' })
  queue.close(second)
  queue.gone(first)
  expect(screen.titles()).toEqual(['shown'])
  queue.close(first)
  expect(screen.hidden).toEqual([])
})

test('a notice tells once that it has left', () => {
  const queue = createNoticeQueue({ limit: 1 })
  screenOf(queue)
  let left = 0
  const key = queue.add({ title: 'x', onGone: () => left++ })
  queue.gone(key)
  queue.gone(key)
  expect(left).toBe(1)
})

test('urgent ones, which stay, leave a place to what comes and goes', () => {
  const queue = createNoticeQueue({ limit: 3 })
  const screen = screenOf(queue)
  const keys = ['u1', 'u2', 'u3'].map((title) => queue.add({ title, urgent: true }))
  const passing = queue.add({ title: 'a' })
  queue.add({ title: 'b' })
  expect(screen.titles()).toEqual(['u1', 'u2', 'a'])
  queue.gone(passing)
  expect(screen.titles()).toEqual(['u1', 'u2', 'a', 'b'])
  queue.gone(keys[0] ?? '')
  expect(screen.titles()).toEqual(['u1', 'u2', 'a', 'b', 'u3'])
})
