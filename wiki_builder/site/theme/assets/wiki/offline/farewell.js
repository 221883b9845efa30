/* In the place of the worker where the site keeps nothing in browsers (it is served to its owner, or they said so): what
   another build of it kept goes, and this too. */
addEventListener("install", () => skipWaiting())

addEventListener("activate", event => event.waitUntil((async () => {
  const ours = `wiki-builder ${new URL(".", location).pathname} `
  for (const name of await caches.keys()) if (name.startsWith(ours)) await caches.delete(name)
  await registration.unregister()
})()))
