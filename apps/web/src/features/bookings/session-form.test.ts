import { expect, test } from 'vitest'
import { fieldsOf, policyNameOf, readSession } from './session-form.ts'

const fresh = { ...fieldsOf(undefined, 'en'), title: 'First talk' }

test('a new session is free, of half an hour, and can be saved with a title alone', () => {
  const read = readSession(fresh, 'en')
  expect(read.ok && read.body).toMatchObject({ title: 'First talk', price: null, minutes: 30, noticeMinutes: 120 })
  expect(readSession({ ...fresh, title: ' ' }, 'en')).toEqual({ ok: false, faults: ['title'] })
})

test('a price is read as it is typed, and has a least', () => {
  const paid = { ...fresh, paid: true, price: '90.50' }
  const read = readSession(paid, 'en')
  expect(read.ok && read.body.price).toEqual({ amount: 9050, currency: 'EUR' })
  expect(readSession({ ...paid, price: '0.50' }, 'en')).toEqual({ ok: false, faults: ['price'] })
  expect(readSession({ ...paid, price: '' }, 'en')).toEqual({ ok: false, faults: ['price'] })
})

test('each number has its bounds; no limit a day is no number', () => {
  const wrong = { ...fresh, minutes: '3', horizonDays: '400', perDay: '0', noticeHours: '1.5' }
  expect(readSession(wrong, 'en')).toEqual({ ok: false, faults: ['minutes', 'horizonDays', 'perDay'] })
  const read = readSession({ ...fresh, perDay: '', noticeHours: '1.5' }, 'en')
  expect(read.ok && [read.body.perDay, read.body.noticeMinutes]).toEqual([null, 90])
})

test('a policy has a name, or is one’s own', () => {
  expect(policyNameOf([{ hoursBefore: 24, refundPercent: 100 }])).toBe('one-day')
  expect(policyNameOf([])).toBe('never')
  expect(policyNameOf([{ hoursBefore: 5, refundPercent: 10 }])).toBeUndefined()
})
