import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react({ compiler: true })],
  test: {
    name: 'web',
    environment: 'jsdom',
    // One document per file, but jsdom is loaded once per worker: a third of the time.
    pool: 'vmThreads',
    environmentOptions: { jsdom: { url: 'http://127.0.0.1/' } },
    include: ['src/**/*.test.{ts,tsx}'],
    css: false,
  },
})
