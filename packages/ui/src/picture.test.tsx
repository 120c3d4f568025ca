import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Picture, pictureSettings } from './picture.tsx'

const before = { srcSetOf: undefined, ...pictureSettings }
afterEach(() => {
  cleanup()
  Object.assign(pictureSettings, before)
})

const attributesOf = (name: string) => {
  const image = screen.getByRole('img', { name })
  return ['loading', 'srcset', 'sizes', 'src'].map((attribute) => image.getAttribute(attribute))
}

test('a picture offers its widths, and is loaded when it comes near', () => {
  pictureSettings.srcSetOf = (src) => (src === '/chair' ? '/chair?width=240 240w' : undefined)
  render(
    <>
      <Picture src="/chair" alt="Chair" sizes="200px" />
      <Picture src="/mark.svg" alt="Mark" sizes="20px" loading="eager" />
    </>,
  )
  expect(attributesOf('Chair')).toEqual(['lazy', '/chair?width=240 240w', '200px', '/chair'])
  expect(attributesOf('Mark')).toEqual(['eager', null, '20px', '/mark.svg'])
})

test('where lazy loading is off, every picture is loaded at once', () => {
  pictureSettings.isLazy = false
  render(<Picture src="/chair" alt="Chair" sizes="200px" />)
  expect(attributesOf('Chair')[0]).toBe('eager')
})
