import { expect, test } from 'vitest'
import { srcSetOf } from './image-widths.ts'

test.each([
  '/api/files/0199c1a0-0000-7000-8000-00000000a000',
  '/api/assets/0199c1a0-0000-7000-8000-00000000a000/thumbnail',
])('%s is offered in every width and whole', (src) => {
  expect(srcSetOf(src)?.split(',')).toEqual([
    `${src}?width=240 240w`,
    `${src}?width=480 480w`,
    `${src}?width=960 960w`,
    `${src}?width=1600 1600w`,
    `${src} 2048w`,
  ])
})

test.each([
  '/mark.svg',
  '/api/files/1?form=full',
  '/api/assets/1/turntable',
  'https://elsewhere.test/api/files/1',
  'blob:x',
])('%s has one width', (src) => expect(srcSetOf(src)).toBeUndefined())
