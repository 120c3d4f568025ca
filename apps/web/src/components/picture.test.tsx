import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  cleanup()
  vi.unstubAllEnvs()
  vi.resetModules()
})

const address = '/api/files/0199c1a0-0000-7000-8000-00000000a000'

/** Shows a picture as a build with these switches does; returns its attributes. */
async function show(src: string, switches: Record<string, string> = {}, loading?: 'eager') {
  for (const [name, value] of Object.entries(switches)) vi.stubEnv(name, value)
  const { Picture } = await import('./picture.tsx')
  render(<Picture src={src} alt="Chair" sizes="200px" {...(loading && { loading })} />)
  const image = screen.getByRole('img', { name: 'Chair' })
  return {
    loading: image.getAttribute('loading'),
    widths: image.getAttribute('srcset')?.split(',').length ?? 1,
    src: image.getAttribute('src'),
  }
}

test('a picture offers its widths, and is loaded when it comes near', async () => {
  expect(await show(address)).toEqual({ loading: 'lazy', widths: 5, src: address })
})

test('an image that our server does not store has one width', async () => {
  expect(await show('/mark.svg', {}, 'eager')).toEqual({ loading: 'eager', widths: 1, src: '/mark.svg' })
})

test('where lazy loading is off, a picture is loaded at once', async () => {
  expect(await show(address, { VITE_LAZY_LOADING: 'false' })).toMatchObject({ loading: 'eager', widths: 5 })
})

test('where image optimisation is off, a picture has one width', async () => {
  expect(await show(address, { VITE_IMAGE_OPTIMISATION: 'false' })).toMatchObject({ loading: 'lazy', widths: 1 })
})
