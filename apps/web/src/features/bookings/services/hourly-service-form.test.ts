import { expect, test } from 'vitest'
import { toFields, policyPresetOf, parseHourlyService } from './hourly-service-form.ts'

const fresh = { ...toFields(undefined, 'en'), title: 'First talk' }

test('a new service is free, lasts half an hour, and can be saved with a title alone', () => {
  const read = parseHourlyService(fresh, 'en')
  expect(read.ok && read.body).toMatchObject({ title: 'First talk', price: null, minutes: 30, noticeMinutes: 120 })
  expect(parseHourlyService({ ...fresh, title: ' ' }, 'en')).toEqual({ ok: false, invalidFields: ['title'] })
})

test('a price is parsed as typed, and has a minimum', () => {
  const paid = { ...fresh, paid: true, price: '90.50' }
  const read = parseHourlyService(paid, 'en')
  expect(read.ok && read.body.price).toEqual({ amount: 9050, currency: 'EUR' })
  expect(parseHourlyService({ ...paid, price: '0.50' }, 'en')).toEqual({ ok: false, invalidFields: ['price'] })
  expect(parseHourlyService({ ...paid, price: '' }, 'en')).toEqual({ ok: false, invalidFields: ['price'] })
})

test('each number has its limits; an empty daily limit is null', () => {
  const wrong = { ...fresh, minutes: '3', horizonDays: '400', maxPerDay: '0', noticeHours: '1.5' }
  expect(parseHourlyService(wrong, 'en')).toEqual({ ok: false, invalidFields: ['minutes', 'horizonDays', 'maxPerDay'] })
  const read = parseHourlyService({ ...fresh, maxPerDay: '', noticeHours: '1.5' }, 'en')
  expect(read.ok && [read.body.maxPerDay, read.body.noticeMinutes]).toEqual([null, 90])
})

test('a policy is a preset or a custom one', () => {
  expect(policyPresetOf([{ hoursBefore: 24, refundPercent: 100 }])).toBe('one-day')
  expect(policyPresetOf([])).toBe('never')
  expect(policyPresetOf([{ hoursBefore: 5, refundPercent: 10 }])).toBeUndefined()
})
