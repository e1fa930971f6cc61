/** The bundler compiles these files, because a worker may not compile WebAssembly at run time. */
declare module '*.wasm' {
  const module: WebAssembly.Module
  // biome-ignore lint/style/noDefaultExport: what the bundler makes of such a file
  export default module
}
