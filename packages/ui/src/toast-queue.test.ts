import { expect, test } from 'vitest'
import { createToastQueue, type QueuedToast } from './toast-queue.ts'

function screenOf(queue: ReturnType<typeof createToastQueue>) {
  const shown: QueuedToast[] = []
  const hidden: string[] = []
  const detach = queue.attachRenderer({ show: (toast) => shown.push(toast), hide: (key) => hidden.push(key) })
  return { titles: () => shown.map((toast) => toast.title), hidden, detach }
}

test('toasts added before a renderer is attached are shown once one is', () => {
  const queue = createToastQueue({ limit: 3 })
  let asked = 0
  queue.onAdded(() => asked++)
  queue.add({ title: 'early' })
  expect(asked).toBe(1)
  expect(screenOf(queue).titles()).toEqual(['early'])
})

test('of five snackbars three are visible, and the others follow as those close', () => {
  const queue = createToastQueue({ limit: 3 })
  const screen = screenOf(queue)
  const keys = ['a', 'b', 'c', 'd', 'e'].map((title) => queue.add({ title }))
  expect(screen.titles()).toEqual(['a', 'b', 'c'])
  queue.onClosed(keys[1] ?? '')
  expect(screen.titles()).toEqual(['a', 'b', 'c', 'd'])
  queue.onClosed(keys[0] ?? '')
  expect(screen.titles()).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('adding the same key again replaces the toast in place', () => {
  const queue = createToastQueue({ limit: 1 })
  const screen = screenOf(queue)
  queue.add({ key: 'x', title: 'first' })
  queue.add({ key: 'x', title: 'second' })
  queue.add({ title: 'after' })
  expect(screen.titles()).toEqual(['first', 'second'])
  queue.onClosed('x')
  expect(screen.titles()).toEqual(['first', 'second', 'after'])
})

test('a queued toast can be closed without being shown', () => {
  const queue = createToastQueue({ limit: 1 })
  const screen = screenOf(queue)
  const first = queue.add({ title: 'shown' })
  const second = queue.add({ title: 'never' })
  queue.close(second)
  queue.onClosed(first)
  expect(screen.titles()).toEqual(['shown'])
  queue.close(first)
  expect(screen.hidden).toEqual([])
})

test('toasts that lead to an address close together, shown or waiting', () => {
  const queue = createToastQueue({ limit: 1 })
  const screen = screenOf(queue)
  const first = queue.add({ title: 'funded', href: '/projects/1' })
  queue.add({ title: 'delivered', href: '/projects/1' })
  queue.add({ title: 'booked', href: '/appointments' })
  queue.closeLinksTo('/projects/1')
  expect(screen.hidden).toEqual([first])
  queue.onClosed(first)
  expect(screen.titles()).toEqual(['funded', 'booked'])
})

test('a toast reports once that it has closed', () => {
  const queue = createToastQueue({ limit: 1 })
  screenOf(queue)
  let left = 0
  const key = queue.add({ title: 'x', onClosed: () => left++ })
  queue.onClosed(key)
  queue.onClosed(key)
  expect(left).toBe(1)
})

test('urgent toasts, which stay, leave one place free for others', () => {
  const queue = createToastQueue({ limit: 3 })
  const screen = screenOf(queue)
  const keys = ['u1', 'u2', 'u3'].map((title) => queue.add({ title, urgent: true }))
  const passing = queue.add({ title: 'a' })
  queue.add({ title: 'b' })
  expect(screen.titles()).toEqual(['u1', 'u2', 'a'])
  queue.onClosed(passing)
  expect(screen.titles()).toEqual(['u1', 'u2', 'a', 'b'])
  queue.onClosed(keys[0] ?? '')
  expect(screen.titles()).toEqual(['u1', 'u2', 'a', 'b', 'u3'])
})
