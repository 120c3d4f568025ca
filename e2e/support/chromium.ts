/** Launch options of the browser for all journeys. */
export const chromiumLaunchOptions = {
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
    '--disable-sync',
    // Without a graphics card the processor draws the page, and that costs less without the detour through OpenGL.
    '--disable-gpu-compositing',
  ],
}
