/**
 * The first import of the process. React chooses its build by NODE_ENV while it is loaded, and its development build
 * renders several times slower: without a word of the operator a shop is in production.
 */
process.env.NODE_ENV ??= process.argv.includes('--dev') ? 'development' : 'production'
