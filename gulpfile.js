/** `gulp build`: builds the published package in dist/. */
'use strict';

const fs = require('node:fs/promises');
const { spawn } = require('node:child_process');
const path = require('node:path');
const gulp = require('gulp');
const { writeOutputSchemas } = require('./workshop/package/outputSchemas.js');

const clean = () => fs.rm('dist', { recursive: true, force: true });

/** Runs the project's TypeScript compiler on the Node that runs gulp. */
function compile() {
	return spawn(process.execPath, [require.resolve('typescript/bin/tsc'), '-p', 'tsconfig.json'], { stdio: 'inherit' });
}

/** Icons keep their path relative to the compiled code, because n8n resolves the path from there. */
const icons = () => gulp.src('icons/*.svg', { base: '.', encoding: false }).pipe(gulp.dest('dist'));

/** n8n expects the codex file of a node (categories, search words, links) next to the compiled class. */
const codex = () => gulp.src('nodes/**/*.node.json', { base: '.', encoding: false }).pipe(gulp.dest('dist'));

/** The output schemas of the nodes, generated from the compiled catalog. */
const schemas = () => writeOutputSchemas(path.join(__dirname, 'dist'));

exports.build = gulp.series(clean, compile, gulp.parallel(icons, codex, schemas));
