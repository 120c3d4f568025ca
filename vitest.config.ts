import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['packages/core', 'packages/words', 'packages/ui', 'apps/server', 'apps/web', 'tools'],
  },
})
