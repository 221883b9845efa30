"""The reader's site: MkDocs-Material, our theme on top of it, and the build."""
