"""What any page is made of: document nodes, pictures, the glossary, notebooks."""
